// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/printable"
)

func newReport(p *program) *cobra.Command {
	command := &cobra.Command{Use: "report", Short: "Divergence reports: how far results can be trusted", Args: cobra.ArbitraryArgs}
	command.AddCommand(newReportList(p), newReportShow(p))
	return command
}

func newReportList(p *program) *cobra.Command {
	var asJSON bool
	var verdict string
	command := &cobra.Command{
		Use: "ls", Short: "List the reports of all jobs, oldest first", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			wanted, err := verdictFilter(verdict)
			if err != nil {
				return err
			}
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				reports, err := client.Reports(ctx)
				if err != nil {
					return err
				}
				return p.printReports(reports, wanted, asJSON)
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per report")
	command.Flags().StringVar(&verdict, "verdict", "", "only this `verdict`: "+listVerdicts())
	return command
}

func (p *program) printReports(reports []daemon.ReportMessage, verdict divergence.Verdict, asJSON bool) error {
	table := printable.NewTable(p.stdout)
	if !asJSON {
		printf(table, "JOB\tFORMAT\tGAME\tVERDICT\tPROVEN\tJUDGED\tORDERS\tREJECTED\tWHEN\tFILE\n")
	}
	for i := range reports {
		report := &reports[i]
		if verdict != "" && report.Result.Verdict != string(verdict) {
			continue
		}
		if asJSON {
			if err := p.printJSON(report); err != nil {
				return err
			}
			continue
		}
		var summary pipeline.Summary
		if err := json.Unmarshal(report.Result.Summary, &summary); err != nil {
			return fmt.Errorf("report of job %s: %w", report.Job, err)
		}
		proven := "-"
		if summary.Proof.Judge != nil {
			proven = fmt.Sprintf("%d/%d", summary.Proof.Proven, summary.Proof.Checked)
		}
		printf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", report.Job, report.Result.Format, report.Result.Game,
			report.Result.Verdict, proven, judgedShare(summary.Coverage.OrdersJudged, summary.Coverage.OrdersTotal), summary.Orders.Total, summary.Orders.Rejected, report.At.Format(time.RFC3339), report.Filename)
	}
	return table.Flush()
}

func newReportShow(p *program) *cobra.Command {
	var asJSON bool
	command := &cobra.Command{
		Use: "show JOB|FILE", Short: "Show the divergence report of a job, or one that `convert --reports` has written", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			if isFileName(arguments[0]) {
				return p.showReportFile(command, arguments[0], asJSON)
			}
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				report, err := client.Report(ctx, arguments[0])
				if err != nil {
					return err
				}
				if asJSON {
					return p.printJSON(report.Divergence)
				}
				return printReport(p.stdout, report.Filename, report.Divergence)
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print the whole report as one JSON object")
	return command
}

// isFileName tells the name of a file from the id of a job, which has neither dots
// nor separators.
func isFileName(text string) bool { return strings.ContainsAny(text, `./\`) }

// reportSuffix is what a report that convert writes has behind the name of the
// converted file.
const reportSuffix = ".icrep.report.json"

func (p *program) showReportFile(command *cobra.Command, path string, asJSON bool) error {
	loaded, err := p.config(command)
	if err != nil {
		return err
	}
	data, err := readSource(path, loaded.Limits.SourceBytes)
	if err != nil {
		return fileError(path, err)
	}
	if !json.Valid(data) {
		return fileError(path, usage("it is no report: name a job, or a file that `convertd convert --reports` has written"))
	}
	if asJSON {
		return p.printJSON(json.RawMessage(data))
	}
	if err := printReport(p.stdout, strings.TrimSuffix(filepath.Base(path), reportSuffix), data); err != nil {
		return fileError(path, err)
	}
	return nil
}
