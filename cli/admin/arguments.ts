import { parseArgs } from 'node:util';
import { FIELDS, type Field, type FieldChanges } from '#server/administration/fields.ts';
import { DESK_MAX_REASON_LENGTH } from '#wire/desk/names.ts';
import { ADMIN_USAGE } from './usage.ts';

/** Error for wrong arguments. The message contains the problem and the usage of the command. */
export class AdminUsageError extends Error {
  override readonly name = 'AdminUsageError';

  constructor(problem: string) {
    super(`${problem}\n\n${ADMIN_USAGE}`);
  }
}

/** The positional arguments that an action takes. */
export type Positionals =
  | 'none'
  | 'user'
  | 'factor'
  | 'act and file'
  | 'file'
  | 'file or nothing'
  | 'folder'
  | 'notice'
  | 'notice or nothing'
  | 'kind';

/** The options of an action by their names. An option has a text as its value, or it is a flag without a value. */
export type Options = Readonly<Record<string, 'text' | 'flag'>>;

/** The parsed arguments of an action. */
export type ParsedArguments = {
  readonly action: string;
  readonly operator: string;
  /** Reason that the audit records; may be empty. */
  readonly reason: string;
  /** The first positional argument: user, file, kind of key, notice or bulk act; may be empty. */
  readonly subject: string;
  /** The second positional argument: a factor, or the file of a bulk act; empty for all other actions. */
  readonly second: string;
  /** Returns the value of a text option; undefined when the option is not given. */
  text(name: string): string | undefined;
  /** Returns whether a flag is given. */
  flag(name: string): boolean;
};

const MAX_OPERATOR_LENGTH = 64;

const optionNameOf = (field: Field): string =>
  field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const CHANGEABLE_FIELDS = FIELDS.filter((field) => field !== 'userId' && field !== 'status');

/** An option for each field of an account, such as `phone-number`. */
export const FIELD_OPTIONS: Options = Object.fromEntries(
  CHANGEABLE_FIELDS.map((field) => [optionNameOf(field), 'text'] as const),
);

/** The fields of an account that the command line sets. */
export const fieldsIn = (args: ParsedArguments): FieldChanges =>
  Object.fromEntries(
    CHANGEABLE_FIELDS.flatMap((field) => {
      const value = args.text(optionNameOf(field));
      return value === undefined ? [] : [[field, value]];
    }),
  );

const POSITIONAL_COUNTS: Readonly<
  Record<Positionals, readonly [min: number, max: number, description: string]>
> = {
  none: [0, 0, 'no arguments'],
  user: [1, 1, 'one USER'],
  factor: [2, 2, 'USER and FACTOR'],
  'act and file': [2, 2, 'ACT and FILE'],
  file: [1, 1, 'one FILE'],
  'file or nothing': [0, 1, 'at most one FILE'],
  folder: [1, 1, 'one FOLDER'],
  notice: [1, 1, 'one NOTICE'],
  'notice or nothing': [0, 1, 'at most one NOTICE'],
  kind: [1, 1, 'oidc or saml'],
};

/**
 * Parses and checks the arguments of an action.
 * @throws AdminUsageError
 */
export function parseArguments(
  action: string,
  expectedPositionals: Positionals,
  options: Options,
  args: readonly string[],
): ParsedArguments {
  const allOptions = { ...options, operator: 'text', reason: 'text' } as const;
  const optionTypes = Object.fromEntries(
    Object.entries(allOptions).map(([name, kind]) => [
      name,
      { type: kind === 'text' ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
  } catch (error) {
    throw new AdminUsageError(`${action}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { values, positionals } = parsed;
  const operator = String(values['operator'] ?? '').trim();
  if (operator === '' || operator.length > MAX_OPERATOR_LENGTH || /\p{Cc}/u.test(operator)) {
    throw new AdminUsageError(
      'Name the operator: --operator NAME (at most 64 characters). · 작업하는 사람의 이름을 --operator로 지정해 주세요.',
    );
  }
  const reason = String(values['reason'] ?? '').trim();
  if ([...reason].length > DESK_MAX_REASON_LENGTH || /\p{Cc}/u.test(reason)) {
    throw new AdminUsageError(`--reason must be one line of at most ${DESK_MAX_REASON_LENGTH} characters.`);
  }
  const [min, max, description] = POSITIONAL_COUNTS[expectedPositionals];
  if (positionals.length < min || positionals.length > max) {
    throw new AdminUsageError(`${action} takes ${description}.`);
  }
  const [subject = '', second = ''] = positionals;
  return {
    action,
    operator,
    reason,
    subject,
    second,
    text: (name) => values[name] as string | undefined,
    flag: (name) => values[name] === true,
  };
}
