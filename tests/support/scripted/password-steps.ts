import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file first, since views are replaced before they are loaded. The steps that the password flows
 * share are scripted here; each of them has its own walk.
 */

vi.mock('#src/views/self-auth/self-auth.view.tsx', (original) => scriptable(original, 'SelfAuthView', true));
vi.mock('#src/views/questions/questions.view.tsx', (original) => scriptable(original, 'QuestionsView', true));
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', true),
);
