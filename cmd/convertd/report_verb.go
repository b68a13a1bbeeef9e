package main

import (
	"context"
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/core/pipeline"
	"convertd/daemon"
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
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				reports, err := client.Reports(ctx)
				if err != nil {
					return err
				}
				return p.printReports(reports, verdict, asJSON)
			})
		},
	}
	command.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per report")
	command.Flags().StringVar(&verdict, "verdict", "", "only this `verdict`: proven, plausible, minor_drift, diverged, source_desync")
	return command
}

func (p *program) printReports(reports []daemon.ReportMessage, verdict string, asJSON bool) error {
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	if !asJSON {
		printf(table, "%s\n", "JOB\tFORMAT\tGAME\tVERDICT\tPROVEN\tORDERS\tREJECTED\tWHEN\tFILE")
	}
	for i := range reports {
		report := &reports[i]
		if verdict != "" && report.Result.Verdict != verdict {
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
		printf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\n", report.Job, report.Result.Format, report.Result.Game,
			report.Result.Verdict, proven, summary.Orders.Total, summary.Orders.Rejected, report.At.Format(time.RFC3339), report.Filename)
	}
	return table.Flush()
}

func newReportShow(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "show JOB", Short: "Print the divergence report of a job as JSON", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.withClient(command, anyStore, func(ctx context.Context, client *daemon.Client, _ *config.Loaded) error {
				report, err := client.Report(ctx, arguments[0])
				if err != nil {
					return err
				}
				return p.printJSON(report.Divergence)
			})
		},
	}
}
