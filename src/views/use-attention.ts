import { type RefObject, useEffect } from 'react';

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
