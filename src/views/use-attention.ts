import { type RefObject, useEffect } from 'react';
import { type Failure, wasCheckedByServer } from '#machines/shared/result.ts';

/** An element to focus: a field, whose text is selected, or a button. */
type Target = HTMLElement & { readonly select?: () => void };

/**
 * Focuses a control because of a message: `now` for a message on the screen, or `after` a dialog that shows it, which
 * returns the focus itself. The text of a field is selected, so that the next key replaces it.
 */
export function useAttention(
  reason: unknown,
  control: RefObject<Target | null>,
  when: 'now' | 'after',
): void {
  useEffect(() => {
    if (!reason) return undefined;
    const select = () => control.current?.select?.();
    if (when === 'after') return select;
    control.current?.focus();
    select();
    return undefined;
  }, [reason, control, when]);
}

/** A failure caused by the input; null for network and server failures, which keep the input. */
export const inputFailure = (failure: Failure | null): Failure | null =>
  failure !== null && wasCheckedByServer(failure) ? failure : null;
