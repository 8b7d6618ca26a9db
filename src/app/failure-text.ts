import { catalogueOf, type FailedCall, failureMessage } from '#i18n/error-look-up.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { MessageKey } from './messages.ts';

type Write = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** The loaded texts of the shown language, by key. */
type LoadedTexts = Readonly<Record<string, unknown>>;

/** Fields that a person types into, except the hidden name for password managers. */
const TYPED_FIELDS =
  'input:not([aria-hidden]):is([type=text],[type=password],[type=tel],[type=email],:not([type]))';

/** Without a page, as in the flow atlas, no input exists. */
const hasTypedInput = (): boolean =>
  typeof document !== 'undefined' &&
  [...document.querySelectorAll<HTMLInputElement>(TYPED_FIELDS)].some(({ value }) => value.trim() !== '');

/** Appends a note that the typed input is preserved, if there is any. */
export const withInputNote = (message: string, text: Write, texts: LoadedTexts): string =>
  Object.hasOwn(texts, 'failure.kept') && hasTypedInput() ? `${message} ${text('failure.kept')}` : message;

/** Whether the failed screen used push or QR, for the texts of the 010 family. */
export type ApprovalMethod = 'push' | 'qr';

const withApprovalMethod = (failure: Failure, approvalMethod?: ApprovalMethod): Failure =>
  failure.kind === 'rejected' && approvalMethod
    ? { ...failure, details: { ...failure.details, way: approvalMethod } }
    : failure;

/** Formats why a call failed; `general` is the fallback text (rules 132, 133). */
export function writeFailure(
  text: Write,
  texts: LoadedTexts,
  failure: Failure,
  call?: FailedCall,
  general?: MessageKey,
  approvalMethod?: ApprovalMethod,
): string {
  const chosenText = failureMessage(
    withApprovalMethod(failure, approvalMethod),
    catalogueOf(texts),
    call,
    general,
  );
  if ('text' in chosenText) return chosenText.text;
  const message = text(chosenText.key as MessageKey, chosenText.values);
  return chosenText.key === 'info.failure.trouble' ? withInputNote(message, text, texts) : message;
}
