import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted.tsx';

/*
 * A test imports this file first. It scripts the flows inside a flow: these have an output but no context that a view
 * could draw. Each has a walk of its own.
 */

vi.mock('#src/views/second-factor/parts.tsx', () => ({
  Part: ({ children }: { children: (isBusy: boolean) => ReactNode }) => <div>{children(false)}</div>,
  useIsProving: () => false,
  leadOf: () => 'second.lead',
}));
vi.mock('#src/views/management/parts.tsx', (original) => scriptable(original, 'Part', true));
vi.mock('#src/views/self-auth/self-auth.view.tsx', (original) => scriptable(original, 'SelfAuthView', true));
vi.mock('#src/views/questions/questions.view.tsx', (original) => scriptable(original, 'QuestionsView', true));
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', true),
);
vi.mock('#src/views/sent-code/sent-code-proof.tsx', (original) =>
  scriptable(original, 'SentCodeProof', false),
);
vi.mock('#src/views/device-code/device-code-proof.tsx', (original) =>
  scriptable(original, 'DeviceCodeProof', false),
);
vi.mock('#src/views/push/push-proof.tsx', (original) => scriptable(original, 'PushProof', false));
