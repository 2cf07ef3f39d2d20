import { parseArgs } from 'node:util';

export interface Arguments {
  /** The one suite to run; absent: all. */
  readonly suite?: string;
  readonly json: boolean;
  readonly quick: boolean;
  /** Only draw the plot again. */
  readonly draw: boolean;
  readonly help: boolean;
}

export const usage = `npm run bench -- [options]
  --suite NAME  run one suite (without: all)
  --quick       fewer and shorter rounds: a suite within a minute
  --json        one JSON object per figure on stdout instead of tables
  --draw        only draw bench/plot.svg again, from bench/results.json
  --help        this text`;

/** The command line; anything unknown is an error that names it. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      suite: { type: 'string' },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      draw: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { suite, ...flags } = values;
  return suite === undefined ? flags : { suite, ...flags };
}
