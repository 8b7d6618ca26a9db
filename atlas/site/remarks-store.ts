import { useSyncExternalStore } from 'react';
import { mergeRemarks, parseRemarks, type Remark } from '#atlas/remarks/remark.ts';
import { data } from './data.ts';

/** Entry of the browser's storage with all remarks as this browser last changed them. */
const ENTRY = 'atlas.remarks';

const listeners = new Set<() => void>();

/** Some browsers have no storage for `file:` pages; remarks then last as long as the page. */
function storedRemarks(): readonly Remark[] {
  try {
    return parseRemarks(localStorage.getItem(ENTRY) ?? '[]');
  } catch {
    return [];
  }
}

let remarks = mergeRemarks(data.remarks, storedRemarks());

function set(changed: readonly Remark[]): void {
  remarks = changed;
  try {
    localStorage.setItem(ENTRY, JSON.stringify(changed));
  } catch {
    // They are on the page, which says that they have to be saved as a file.
  }
  for (const listener of listeners) listener();
}

/** Adds remarks: a new one, or those of a file. */
export const addRemarks = (added: readonly Remark[]): void => set(mergeRemarks(remarks, added));

export const removeRemark = (removed: Remark): void => set(remarks.filter((remark) => remark !== removed));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** All remarks: the committed ones, and those of this browser. */
export const useRemarks = (): readonly Remark[] => useSyncExternalStore(subscribe, () => remarks);
