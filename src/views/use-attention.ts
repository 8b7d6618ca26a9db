import { type RefObject, useEffect } from 'react';
import { type Failure, wasCheckedByServer } from '#machines/shared/result.ts';

/** An element that can get the focus: a field, whose text can be selected, or a button. */
type FocusTarget = HTMLElement & { readonly select?: () => void };

/**
 * Directs the attention to a control after a message. With `now`, focuses the control as soon as there is a `reason`,
 * and selects the text of a field, so that the next key replaces the text. With `after`, only selects the text, when
 * the `reason` disappears: the dialog that has shown it returns the focus itself.
 */
export function useAttention(
  reason: unknown,
  control: RefObject<FocusTarget | null>,
  when: 'now' | 'after',
): void {
  useEffect(() => {
    if (!reason) return undefined;
    const selectText = () => control.current?.select?.();
    if (when === 'after') return selectText;
    control.current?.focus();
    selectText();
    return undefined;
  }, [reason, control, when]);
}

/**
 * Returns the failure if the typed value has caused it. Null for a network or server failure, after which the text
 * stays.
 */
export const inputFailure = (failure: Failure | null): Failure | null =>
  failure !== null && wasCheckedByServer(failure) ? failure : null;
