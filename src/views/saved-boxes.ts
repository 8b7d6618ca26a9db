import { useEffect } from 'react';
import type { Boxes } from '#machines/shared/boxes.ts';
import { useDrafts } from '#src/app/drafts.ts';

/**
 * Saves the check boxes of a machine, and restores them after a reload or a return to the screen (rule 170).
 * @param name key of the saved boxes
 * @param set sends the boxes to the machine
 */
export function useSavedBoxes(name: string, set: (boxes: Boxes) => void): (boxes: Boxes) => void {
  const drafts = useDrafts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each name, not on every render.
  useEffect(() => {
    const saved = drafts.getBoxes(name);
    if (saved) set(saved);
  }, [drafts, name]);
  return (boxes) => {
    set(boxes);
    drafts.saveBoxes(name, boxes);
  };
}
