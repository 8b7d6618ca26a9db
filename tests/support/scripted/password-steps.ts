import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file first, since views are replaced before they are loaded. The steps that the password flows
 * share are scripted here; each of them is tested by a walk of its own.
 */

vi.mock('#src/views/self-auth/self-auth.view.tsx', (original) =>
  scriptable(original, 'SelfAuthView', { isScreen: true }),
);
vi.mock('#src/views/questions/questions.view.tsx', (original) =>
  scriptable(original, 'QuestionsView', { isScreen: true }),
);
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', { isScreen: true }),
);
