import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file first: views are replaced before they are loaded. It scripts the steps that the password
 * flows have in common; each has a walk of its own.
 */

vi.mock('#src/views/self-auth/self-auth.view.tsx', (original) => scriptable(original, 'SelfAuthView', true));
vi.mock('#src/views/questions/questions.view.tsx', (original) => scriptable(original, 'QuestionsView', true));
vi.mock('#src/views/password-setup/password-setup.view.tsx', (original) =>
  scriptable(original, 'PasswordSetupView', true),
);
