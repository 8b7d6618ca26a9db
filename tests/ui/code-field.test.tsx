import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { CodeField } from '#src/ui/code-field.tsx';

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '인증 코드' });

beforeEach(() => {
  render(<CodeField label="인증 코드" name="otp" />);
});

test('a code field is one input that a phone can fill in', () => {
  expect(field().getAttribute('autocomplete')).toBe('one-time-code');
  expect(field().getAttribute('inputmode')).toBe('numeric');
});

test('a code field accepts a pasted code with spaces', async () => {
  const user = userEvent.setup();
  await user.click(field());
  await user.paste(' 123 456 ');
  expect(field().value).toBe('123456');
});

test('a code field reads full-width digits as digits', async () => {
  await userEvent.setup().type(field(), '１２３');
  expect(field().value).toBe('123');
});

test('a code field does not change a composition before its end', () => {
  const input = field();
  fireEvent.compositionStart(input);
  fireEvent(
    input,
    Object.assign(new InputEvent('input', { bubbles: true, isComposing: true }), typeInto(input, '１ ２')),
  );
  expect(input.value).toBe('１ ２');
  fireEvent.compositionEnd(input);
  expect(input.value).toBe('12');
});

/** Sets the text as typing does, without going through React's tracking of the value. */
function typeInto(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
}
