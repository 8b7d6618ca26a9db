import { useEffect } from 'react';
import type { Boxes } from '#machines/shared/boxes.ts';
import { useDrafts } from '#src/app/drafts.ts';

/**
 * Restores the saved check boxes of a method after a reload or a return to the screen (rule 170).
 * @param name the key under which the check boxes are saved
 * @param sendBoxes sends the check boxes to the machine
 * @returns a function that sends the check boxes to the machine and saves them
 */
export function useSavedBoxes(name: string, sendBoxes: (boxes: Boxes) => void): (boxes: Boxes) => void {
  const drafts = useDrafts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each name, not on every render.
  useEffect(() => {
    const savedBoxes = drafts.getBoxes(name);
    if (savedBoxes) sendBoxes(savedBoxes);
  }, [drafts, name]);
  return (boxes) => {
    sendBoxes(boxes);
    drafts.saveBoxes(name, boxes);
  };
}
