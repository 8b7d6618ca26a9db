import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Form } from '#src/ui/form.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { description } from '#tests/ui/description.ts';

const onSubmit = vi.fn();

function PasswordForm() {
  return (
    <Form event={{ send: onSubmit }}>
      <PasswordField
        label="비밀번호"
        name="password"
        autoComplete="current-password"
        labels={{ show: '비밀번호 표시', hide: '비밀번호 숨기기' }}
        capsLock="Caps Lock이 켜져 있습니다."
      />
    </Form>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('비밀번호');

beforeEach(() => {
  onSubmit.mockReset();
  render(<PasswordForm />);
});

test('the typed text is hidden until the button is pressed, and the button names its next action', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'p|가 나');
  expect(field().type).toBe('password');
  await user.click(screen.getByRole('button', { name: '비밀번호 표시' }));
  expect(field().type).toBe('text');
  await user.click(screen.getByRole('button', { name: '비밀번호 숨기기' }));
  expect(field().type).toBe('password');
  expect(field().value).toBe('p|가 나');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('showing by pointer leaves the focus in the field, by keyboard on the button', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'secret');
  await user.click(screen.getByRole('button'));
  expect(document.activeElement).toBe(field());
  await user.tab();
  await user.keyboard(' ');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '비밀번호 표시' }));
});

test('Caps Lock is reported after a key or click, and no longer after leaving the field', () => {
  const message = screen.getByRole('status');
  fireEvent.keyUp(field(), { key: 'A', modifierCapsLock: true });
  expect(message.textContent).toBe('Caps Lock이 켜져 있습니다.');
  expect(description(field())).toBe('Caps Lock이 켜져 있습니다.');
  fireEvent.keyUp(field(), { key: 'CapsLock', modifierCapsLock: false });
  expect(message.textContent).toBe('');
  fireEvent.mouseDown(field(), { modifierCapsLock: true });
  expect(message.textContent).toBe('Caps Lock이 켜져 있습니다.');
  fireEvent.blur(field());
  expect(message.textContent).toBe('');
});

test('a key event without modifiers, as autofill sends it, causes no error', () => {
  fireEvent(field(), new Event('keydown', { bubbles: true }));
  expect(screen.getByRole('status').textContent).toBe('');
});
