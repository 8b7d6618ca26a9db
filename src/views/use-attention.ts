import { type RefObject, useEffect } from 'react';
import { type Failure, isJudged } from '#machines/shared/result.ts';

/** What can be brought to a person's attention: a field, whose text is selected, or a button. */
type Target = HTMLElement & { readonly select?: () => void };

/**
 * Brings a control to attention by what has been told: `now` while that stands on the screen, or `after` the dialog
 * that told it, which returns the focus itself. What stands in a field is selected, so that the next key replaces it.
 */
export function useAttention(told: unknown, control: RefObject<Target | null>, when: 'now' | 'after'): void {
  useEffect(() => {
    if (!told) return undefined;
    const select = () => control.current?.select?.();
    if (when === 'after') return select;
    control.current?.focus();
    select();
    return undefined;
  }, [told, control, when]);
}

/** A failure that is about what was entered; null for one of the network or of a server in trouble: then that stays as it is. */
export const judged = (failure: Failure | null): Failure | null =>
  failure !== null && isJudged(failure) ? failure : null;
