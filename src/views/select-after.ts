import { type RefObject, useEffect } from 'react';
import type { Failure } from '#machines/shared/result.ts';

/** Selects what stands in a field when a failure has been read, so that the next key replaces it. */
export function useSelectAfter(failure: Failure | null, field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => (failure ? () => field.current?.select() : undefined), [failure, field]);
}
