import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '#src/ui/button.tsx';
import { Form } from '#src/ui/form.tsx';

test('a button does not submit unless its type is submit', async () => {
  const onSubmit = vi.fn();
  render(
    <Form event={{ send: onSubmit }}>
      <Button>취소</Button>
      <Button type="submit">다음</Button>
    </Form>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '취소' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '다음' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a busy button keeps name and focus, ignores presses and announces what is in progress', async () => {
  const onClick = vi.fn();
  const { rerender } = render(
    <Button busyLabel="확인하는 중" onClick={onClick}>
      로그인
    </Button>,
  );
  const user = userEvent.setup();
  expect(screen.getByRole('status').textContent).toBe('');
  await user.click(screen.getByRole('button'));
  rerender(
    <Button busy busyLabel="확인하는 중" onClick={onClick}>
      로그인
    </Button>,
  );
  const button = screen.getByRole('button', { name: '로그인' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('확인하는 중');
  await user.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('with a busy submit button, neither a press nor Enter in a field submits', async () => {
  const onSubmit = vi.fn();
  render(
    <Form event={{ send: onSubmit }}>
      <input aria-label="아이디" />
      <Button type="submit" busy>
        다음
      </Button>
    </Form>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button'));
  await user.type(screen.getByRole('textbox'), '{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a button with an address is a link, which opens nothing while busy', async () => {
  const { rerender } = render(<Button href="#there">서비스로</Button>);
  const user = userEvent.setup();
  rerender(
    <Button href="#there" busy>
      서비스로
    </Button>,
  );
  await user.click(screen.getByRole('link', { name: '서비스로' }));
  expect(location.hash).toBe('');
  rerender(<Button href="#there">서비스로</Button>);
  await user.click(screen.getByRole('link', { name: '서비스로' }));
  expect(location.hash).toBe('#there');
});
