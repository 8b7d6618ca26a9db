import { useEffect } from 'react';
import type { Boxes } from '#machines/shared/boxes.ts';
import { useDrafts } from '#src/app/drafts.ts';

/**
 * Keeps boxes that a machine holds, and sets them again after a reload or another screen (rule 170).
 * @param name key of the boxes among all saved ones
 * @param set tells the machine
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
