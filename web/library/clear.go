// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
)

// Clear empties the index.
func (x *Index) Clear(ctx context.Context) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	err := x.commit(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"games", "documents", "extras", "players", "labels", "rejections", "jobs", "positions", "text"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	x.columns.Clear()
	x.revision.Add(1)
	return nil
}
