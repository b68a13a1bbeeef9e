// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
)

// Clear empties the index.
func (x *Index) Clear(ctx context.Context) error {
	err := x.change(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"games", "documents", "extras", "players", "labels", "rejections", "jobs", "positions", "text"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		return nil
	})
	x.revision.Add(1)
	return err
}
