import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file first, since views are replaced before they are loaded. The proofs by a code and by a push
 * inside an identity check are scripted here; each of them is tested by a walk of its own.
 */

vi.mock('#src/views/sent-code/sent-code-proof.tsx', (original) =>
  scriptable(original, 'SentCodeProof', { isScreen: false }),
);
vi.mock('#src/views/device-code/device-code-proof.tsx', (original) =>
  scriptable(original, 'DeviceCodeProof', { isScreen: false }),
);
vi.mock('#src/views/push/push-proof.tsx', (original) =>
  scriptable(original, 'PushProof', { isScreen: false }),
);
