import '#tests/support/scripted/password-steps.ts';
import '#tests/support/scripted/proofs.ts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * Scripts the flows inside a flow: they have an output, but no context for their views. Each of these flows is tested by a
 * walk of its own. A test imports this file first, since views are replaced before they are loaded.
 */

vi.mock('#src/views/second-factor/token-proof.tsx', () => ({
  TokenProof: ({ children }: { children: (isBusy: boolean) => ReactNode }) => <div>{children(false)}</div>,
  useIsProving: () => false,
  leadKeyOf: () => 'second.lead',
}));
vi.mock('#src/views/management/management-step.tsx', (original) =>
  scriptable(original, 'ManagementStep', { isScreen: true }),
);
