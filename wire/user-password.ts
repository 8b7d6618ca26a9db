/**
 * The field `userPassword` of POST /authenticate: 15 values, joined with pipe characters (spec section 7, rules 66 to 72). The
 * first and the second step send nearly the same values, in different orders.
 */

const FIRST_STEP_ORDER = [
  'secret',
  'clientId',
  'accessToken',
  'step',
  'tokenCode',
  'type',
  'mode',
  'policyId',
  'fixed',
  'alwaysSend',
  'ip',
  'check',
  'redirect',
  'spare1',
  'spare2',
] as const;

const SECOND_STEP_ORDER = [
  'secret',
  'accessToken',
  'clientId',
  'step',
  'type',
  'tokenCode',
  'mode',
  'ip',
  'policyId',
  'fixed',
  'firstFixed',
  'check',
  'redirect',
  'spare1',
  'spare2',
] as const;

type SharedFields = {
  /** Password, code, OTP, push id, QR id or base64url of an assertion, sent without any change (rule 69). */
  readonly secret: string;
  readonly clientId: string;
  readonly accessToken: string;
  readonly tokenCode: string;
  readonly type: string;
  /** `web`, or `app` inside the mobile app (rule 71). */
  readonly mode: string;
  readonly policyId: string;
  /** `Y` when the method is to become the default (rule 72). */
  readonly fixed: 'Y' | 'N';
  readonly ip: string;
  /** Value of `check` in the polled state of a push or QR code; empty for all other methods (rule 70). */
  readonly check: string;
  readonly redirect: string;
};

/** The fields of a login call in the first step. */
export type FirstStepFields = SharedFields & {
  readonly step: '1';
  /** `Y` when future codes are to be sent without a request by the person; always `N` when `fixed` is `N` (rule 72). */
  readonly alwaysSend: 'Y' | 'N';
};

/** The fields of a login call in the second step. */
export type SecondStepFields = SharedFields & {
  readonly step: '2';
  /** `fixed` and `alwaysSend` of the first step, such as `YN`; empty when the first step had no such check boxes (rule 67). */
  readonly firstFixed: string;
};

export type UserPassword = FirstStepFields | SecondStepFields;

const SEPARATOR = '|';
const FIELD_COUNT = FIRST_STEP_ORDER.length;

/** Error for a value with a pipe character, which would make `userPassword` ambiguous (rule 68). */
export class PipeInValueError extends Error {
  override readonly name = 'PipeInValueError';
  readonly field: string;

  constructor(field: string) {
    super(`The value of "${field}" must not contain a pipe character`);
    this.field = field;
  }
}

/**
 * The text of a field.
 * @throws PipeInValueError when the value contains a forbidden pipe character
 */
function fieldText(field: string, value: string): string {
  if (field === 'secret') return value;
  if (field === 'clientId') return value.replaceAll(SEPARATOR, '');
  if (field === 'redirect') return value.replaceAll(SEPARATOR, '%7C');
  if (value.includes(SEPARATOR)) throw new PipeInValueError(field);
  return value;
}

/**
 * Joins the 15 fields of a step to one text.
 * @throws PipeInValueError when a value other than secret, clientId and redirect contains a pipe character
 */
export function encodeUserPassword(value: UserPassword): string {
  const order = value.step === '1' ? FIRST_STEP_ORDER : SECOND_STEP_ORDER;
  const values: Readonly<Record<string, string>> = value;
  return order.map((field) => fieldText(field, values[field] ?? '')).join(SEPARATOR);
}

/**
 * Splits the text into the fields of a step. The last 14 parts are the fields after the secret, so the secret may contain pipe
 * characters (rule 68). Returns null when a field is missing, the step is not 1 or 2, or a flag is not Y or N.
 */
export function decodeUserPassword(text: string): UserPassword | null {
  const parts = text.split(SEPARATOR);
  if (parts.length < FIELD_COUNT) return null;
  const tail = parts.splice(parts.length - (FIELD_COUNT - 1));
  const values = [parts.join(SEPARATOR), ...tail];
  const step = values[FIRST_STEP_ORDER.indexOf('step')];
  if (step !== '1' && step !== '2') return null;
  const order = step === '1' ? FIRST_STEP_ORDER : SECOND_STEP_ORDER;
  const fields = Object.fromEntries(order.map((field, index) => [field, values[index] ?? '']));
  const { spare1: _spare1, spare2: _spare2, ...usedFields } = fields;
  if (!isFlag(usedFields['fixed'])) return null;
  if (step === '1' && !isFlag(usedFields['alwaysSend'])) return null;
  return usedFields as unknown as UserPassword;
}

const isFlag = (value: string | undefined): boolean => value === 'Y' || value === 'N';
