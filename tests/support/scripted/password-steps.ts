import { vi } from 'vitest';
import { scriptable } from '#tests/support/scripted/scriptable.tsx';

/*
 * A test imports this file before all other files, because a loaded view cannot be replaced. Scripts the steps that all
 * password flows have; a separate walk tests each of these steps.
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
