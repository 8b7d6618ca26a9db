import '#tests/support/scripted/password-steps.ts';
import '#tests/support/scripted/proofs.ts';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * Scripts the flows inside a flow: these flows have an output, but no context for a view. A separate walk tests each of
 * these flows. A test imports this file before all other files, because a loaded view cannot be replaced.
 */

vi.mock('#src/views/second-factor/token-proof.tsx', () => ({
  TokenProof: ({ children }: { children: (isBusy: boolean) => ReactNode }) => <div>{children(false)}</div>,
  useIsProving: () => false,
  leadKeyOf: () => 'second.lead',
}));
vi.mock('#src/views/management/management-step.tsx', (original) =>
  scriptable(original, 'ManagementStep', { isScreen: true }),
);
