import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';
import { TextField } from '#src/ui/text-field.tsx';

function renderForm() {
  const onSubmit = vi.fn();
  render(
    <Form event={{ send: onSubmit }}>
      <TextField label="아이디" name="username" defaultValue="김" />
      <Button type="submit">다음</Button>
    </Form>,
  );
  return { onSubmit, field: screen.getByRole('textbox') };
}

/** Presses Enter in a field as a browser does: submits unless the key was cancelled. */
function pressEnter(field: HTMLElement, key: { isComposing?: boolean; keyCode?: number } = {}) {
  const press = createEvent.keyDown(field, { key: 'Enter', ...key });
  fireEvent(field, press);
  if (!press.defaultPrevented) fireEvent.submit(field);
}

test('the form sends its fields on Enter and with the button, and the browser never submits it', async () => {
  const { onSubmit, field } = renderForm();
  const user = userEvent.setup();
  await user.type(field, '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button'));
  expect(onSubmit.mock.calls).toEqual([[{ username: '김' }], [{ username: '김' }]]);
  expect(fireEvent.submit(field)).toBe(false);
});

test('the Enter that ends a composition submits nothing', () => {
  const { onSubmit, field } = renderForm();
  pressEnter(field, { isComposing: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

test('in Safari, an Enter with the key code of a composition submits nothing after its end', () => {
  const { onSubmit, field } = renderForm();
  fireEvent.compositionStart(field);
  fireEvent.compositionEnd(field);
  pressEnter(field, { isComposing: false, keyCode: 229 });
  expect(onSubmit).not.toHaveBeenCalled();
});

test('in Chrome with a Korean input method, the second key press of the same Enter submits once', () => {
  const { onSubmit, field } = renderForm();
  pressEnter(field, { isComposing: true, keyCode: 229 });
  fireEvent.compositionEnd(field);
  pressEnter(field);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('the next Enter after a composed one submits', () => {
  const { onSubmit, field } = renderForm();
  pressEnter(field, { isComposing: true });
  pressEnter(field);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});
