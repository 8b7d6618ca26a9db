import { catalogueOf, type FailedCall, failureMessage } from '#i18n/error-look-up.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { MessageKey } from './messages.ts';

/** Returns the text of a key with inserted values. */
type TextOf = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** The loaded texts of the shown language, by text key. */
type LoadedTexts = Readonly<Record<string, unknown>>;

/** Selector of the fields into which a person types. It excludes the hidden user name for password managers. */
const TEXT_FIELDS_SELECTOR =
  'input:not([aria-hidden]):is([type=text],[type=password],[type=tel],[type=email],:not([type]))';

/** Whether a field of the page contains typed text. False without a document, as when the flow atlas is built. */
const hasTypedInput = (): boolean =>
  typeof document !== 'undefined' &&
  [...document.querySelectorAll<HTMLInputElement>(TEXT_FIELDS_SELECTOR)].some(
    ({ value }) => value.trim() !== '',
  );

/** Appends to a message the note that the typed input is preserved, if the page contains typed input. */
export const withInputNote = (message: string, text: TextOf, texts: LoadedTexts): string =>
  Object.hasOwn(texts, 'failure.kept') && hasTypedInput() ? `${message} ${text('failure.kept')}` : message;

/** The method whose approval failed. The texts of the error codes `010` to `010_6` name this method. */
export type ApprovalMethod = 'push' | 'qr';

const withApprovalMethod = (failure: Failure, approvalMethod?: ApprovalMethod): Failure =>
  failure.kind === 'rejected' && approvalMethod
    ? { ...failure, details: { ...failure.details, way: approvalMethod } }
    : failure;

/**
 * The message that explains why a call failed (rules 132, 133).
 * @param call the call that failed, if the call has its own texts
 * @param fallbackKey the text key that is used when no text for the error code exists
 */
export function writeFailure(
  text: TextOf,
  texts: LoadedTexts,
  failure: Failure,
  call?: FailedCall,
  fallbackKey?: MessageKey,
  approvalMethod?: ApprovalMethod,
): string {
  const chosenText = failureMessage(
    withApprovalMethod(failure, approvalMethod),
    catalogueOf(texts),
    call,
    fallbackKey,
  );
  if ('text' in chosenText) return chosenText.text;
  const message = text(chosenText.key as MessageKey, chosenText.values);
  return chosenText.key === 'info.failure.trouble' ? withInputNote(message, text, texts) : message;
}
