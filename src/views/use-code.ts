import { useEffect, useState } from 'react';
import type { Subscription } from 'xstate';
import type { FieldFilled } from '#machines/shared/code.ts';

type Filling = {
  readonly on: (type: 'field.filled', listener: (filled: FieldFilled) => void) => Subscription;
};

/** What stands in the field of a code: typed by the person, or filled by the machine. */
export function useCode(actor: Filling): readonly [string, (code: string) => void] {
  const [code, setCode] = useState('');
  useEffect(() => {
    const filling = actor.on('field.filled', (filled) => setCode(filled.code));
    return () => filling.unsubscribe();
  }, [actor]);
  return [code, setCode];
}
