import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file before all other files, because a loaded view cannot be replaced. Scripts the proofs with a
 * code and with a push inside an identity check; a separate walk tests each of these proofs.
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
