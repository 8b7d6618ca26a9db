import { useIntl } from 'react-intl';
import { catalogueOf, type FailedCall, failureMessage } from '#i18n/error-look-up.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';

/** Writes why a call failed, in the shown language; `authenticate` has an order of its own (decision 133). */
export function useFailureText(): (failure: Failure, call?: FailedCall) => string {
  const { messages } = useIntl();
  const text = useText();
  return (failure, call) => {
    const found = failureMessage(failure, catalogueOf(messages), call);
    return 'text' in found ? found.text : text(found.key as MessageKey, found.values);
  };
}
