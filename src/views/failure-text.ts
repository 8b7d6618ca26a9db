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
 * Formats why a call failed, in the shown language; `authenticate` has its own order (rule 133). `general` is the
 * fallback text.
 */
export function useFailureText(): FormatFailure {
  const { messages } = useIntl();
  const text = useText();
  const lateParts = useLateParts();
  return (failure, call, fallbackKey, approvalMethod) => {
    // The chunk also has the code of the calls: without it no call has reached the server.
    if (!lateParts) return text('info.failure.unreachable');
    return lateParts.writeFailure(text, messages, failure, call, fallbackKey, approvalMethod);
  };
}
