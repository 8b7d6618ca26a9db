import { useIntl } from 'react-intl';
import type { FailedCall } from '#i18n/error-look-up.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { ApprovalMethod } from '#src/app/failure-text.ts';
import { useLateParts } from '#src/app/late-parts.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';

type FormatFailure = (
  failure: Failure,
  call?: FailedCall,
  fallbackKey?: MessageKey,
  approvalMethod?: ApprovalMethod,
) => string;

/**
 * Returns a function that explains in the shown language why a call failed. For its parameters see `writeFailure` in
 * `src/app/failure-text.ts`.
 */
export function useFailureText(): FormatFailure {
  const { messages } = useIntl();
  const text = useText();
  const lateParts = useLateParts();
  return (failure, call, fallbackKey, approvalMethod) => {
    // The late chunk also contains the client of the calls, so without it no call can have reached the server.
    if (!lateParts) return text('info.failure.unreachable');
    return lateParts.writeFailure(text, messages, failure, call, fallbackKey, approvalMethod);
  };
}
