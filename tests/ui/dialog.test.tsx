import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { description } from '#tests/ui/description.ts';

const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
});

function DialogWithField({ open, children }: { readonly open: boolean; readonly children?: ReactNode }) {
  const ok = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={field} aria-label="비밀번호" />
      <Dialog
        open={open}
        title="로그인하지 못했습니다"
        onClose={onClose}
        initialFocus={ok}
        finalFocus={field}
        actions={<Button ref={ok}>확인</Button>}
      >
        {children}
      </Dialog>
    </>
  );
}

test('the dialog opens as a modal, named by its title and described by its text', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  const { rerender } = render(<DialogWithField open={false} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByText('로그인하지 못했습니다')).toBeNull();
  rerender(<DialogWithField open>비밀번호가 일치하지 않습니다.</DialogWithField>);
  expect(showModal).toHaveBeenCalledTimes(1);
  expect(description(screen.getByRole('dialog', { name: '로그인하지 못했습니다' }))).toBe(
    '비밀번호가 일치하지 않습니다.',
  );
});

test('the given elements get the focus on opening and on closing', () => {
  const { rerender } = render(<DialogWithField open />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '확인' }));
  rerender(<DialogWithField open={false} />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('비밀번호'));
});

test('Escape calls onClose and does not close the dialog itself', () => {
  render(<DialogWithField open />);
  const dialog = screen.getByRole('dialog');
  const press = createEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent(dialog, press);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(press.defaultPrevented).toBe(true);
  expect(screen.getByRole('dialog')).toBe(dialog);
  fireEvent(dialog, createEvent.keyDown(dialog, { key: 'Escape', isComposing: true }));
  expect(onClose, 'a key press of an input method').toHaveBeenCalledTimes(1);
});

test('the back gesture of a phone calls onClose, too', () => {
  render(<DialogWithField open />);
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(screen.getByRole('dialog'), cancel);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(cancel.defaultPrevented).toBe(true);
});

test('the dialog closes when it is unmounted while open, so that the page is no longer inert', () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close');
  const { unmount } = render(<DialogWithField open />);
  unmount();
  expect(close).toHaveBeenCalledTimes(1);
});
