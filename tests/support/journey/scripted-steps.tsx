import '#tests/support/scripted/password-steps.ts';
import '#tests/support/scripted/proofs.ts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * Scripts the flows inside a flow: they have an output, but no context that a view could draw. Each has its own walk.
 * A test has to import this file before any other.
 */

vi.mock('#src/views/second-factor/parts.tsx', () => ({
  Part: ({ children }: { children: (isBusy: boolean) => ReactNode }) => <div>{children(false)}</div>,
  useIsProving: () => false,
  leadOf: () => 'second.lead',
}));
vi.mock('#src/views/management/parts.tsx', (original) => scriptable(original, 'Part', true));
