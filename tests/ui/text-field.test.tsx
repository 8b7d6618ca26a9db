import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { expect, test } from 'vitest';
import { TextField } from '#src/ui/text-field.tsx';
import { description } from '#tests/ui/description.ts';

function FieldWithOutput() {
  const [value, setValue] = useState('');
  return (
    <>
      <TextField label="아이디" name="username" onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('a text field is found by its label and reports its typed text', async () => {
  render(<FieldWithOutput />);
  const field = screen.getByLabelText<HTMLInputElement>('아이디');
  await userEvent.setup().type(field, 'kim');
  expect([field.value, document.querySelector('output')?.textContent]).toEqual(['kim', 'kim']);
});

test('a text field neither corrects nor capitalises, and passes on the attributes for autofill', () => {
  const ref = createRef<HTMLInputElement>();
  render(
    <TextField
      ref={ref}
      label="아이디"
      name="username"
      autoComplete="username webauthn"
      inputMode="email"
      enterKeyHint="next"
      autoFocus
    />,
  );
  const field = screen.getByRole('textbox');
  expect(ref.current).toBe(field);
  expect(document.activeElement).toBe(field);
  const attributes = ['name', 'autocomplete', 'inputmode', 'enterkeyhint', 'spellcheck', 'autocapitalize'];
  expect(attributes.map((name) => field.getAttribute(name))).toEqual([
    'username',
    'username webauthn',
    'email',
    'next',
    'false',
    'none',
  ]);
});

test('an error marks the field, describes it before the hint and is announced in a region that was empty', () => {
  const field = (error?: string) => <TextField label="아이디" name="username" hint="사번" error={error} />;
  const { rerender } = render(field());
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('');
  expect(description(screen.getByRole('textbox'))).toBe('사번');
  expect(screen.getByRole('textbox').hasAttribute('aria-invalid')).toBe(false);

  rerender(field('아이디를 입력하세요.'));
  expect(screen.getByRole('alert')).toBe(alert);
  expect(alert.textContent).toBe('아이디를 입력하세요.');
  expect(description(screen.getByRole('textbox'))).toBe('아이디를 입력하세요. 사번');
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});

test('a text that a password manager has filled in without an event is kept when the field renders again', () => {
  const draw = (error?: string) => <TextField label="아이디" name="id" error={error} />;
  const { rerender } = render(draw());
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '아이디' });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'kim');
  rerender(draw('없는 아이디예요.'));
  expect(field.value).toBe('kim');
});
