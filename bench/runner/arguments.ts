import { parseArgs } from 'node:util';

export interface Arguments {
  /** The one suite to run; absent: all. */
  readonly suite?: string;
  readonly json: boolean;
  readonly quick: boolean;
  readonly help: boolean;
}

export const usage = `npm run bench -- [options]
  --suite NAME  run one suite (without: all)
  --quick       fewer and shorter rounds: a suite within a minute
  --json        one JSON object per figure on stdout instead of tables
  --help        this text`;

/** The command line; anything unknown is an error that names it. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      suite: { type: 'string' },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { suite, json, quick, help } = values;
  return suite === undefined ? { json, quick, help } : { suite, json, quick, help };
}
