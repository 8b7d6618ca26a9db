import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { description } from './description.ts';

test.each([
  ['polite', 'status'],
  ['assertive', 'alert'],
] as const)(
  'a %s message without a text is an empty %s region, so that its first text is announced',
  (live, role) => {
    const { rerender } = render(<Message tone="error" live={live} />);
    const region = screen.getByRole(role);
    expect(region.textContent).toBe('');
    rerender(
      <Message tone="error" live={live}>
        보내지 못했습니다.
      </Message>,
    );
    expect(screen.getByRole(role)).toBe(region);
    expect(region.textContent).toBe('보내지 못했습니다.');
  },
);

test('content next to a text is outside of its live region, which exists before the text', () => {
  const { rerender } = render(<Message tone="info" live="polite" trailing={null} />);
  const region = screen.getByRole('status');
  rerender(
    <Message tone="info" live="polite" trailing={<span role="timer">04:59</span>}>
      보냈어요.
    </Message>,
  );
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toBe('보냈어요.');
  expect(screen.getByRole('timer').closest('[role="status"]')).toBeNull();
});

const screenWith = (text: string | null, isLater: boolean) => (
  <Card title="로그인" lead="아이디를 입력해 주세요.">
    <Message tone="info" live="polite">
      {text}
    </Message>
    {isLater ? (
      <Message tone="info" live="polite">
        보냈어요.
      </Message>
    ) : null}
    <TextField label="아이디" name="id" autoFocus />
  </Card>
);

test('a polite message that appears with its screen is read with the title and with the focused field', () => {
  const { rerender } = render(screenWith('정책이 바뀌었어요.', false));
  const [title, field] = [screen.getByRole('heading'), screen.getByRole('textbox')];
  expect(description(title)).toBe('아이디를 입력해 주세요. 정책이 바뀌었어요.');
  expect(description(field)).toBe('로그인 아이디를 입력해 주세요. 정책이 바뀌었어요.');
  rerender(screenWith('정책이 바뀌었어요.', true));
  expect(description(title)).toBe('아이디를 입력해 주세요. 정책이 바뀌었어요. 보냈어요.');
  rerender(screenWith('정책이 바뀌었어요.', false));
  expect(description(title)).toBe('아이디를 입력해 주세요. 정책이 바뀌었어요.');
});

test('a message in a region that was empty is announced alone, not with the title', () => {
  const { rerender } = render(screenWith(null, false));
  rerender(screenWith('정책이 바뀌었어요.', false));
  expect(description(screen.getByRole('heading'))).toBe('아이디를 입력해 주세요.');
});

test('a message that is not live is plain text, and renders nothing without text', () => {
  const { container, rerender } = render(<Message tone="info">코드는 5분 동안 유효합니다.</Message>);
  expect(container.querySelector('[role]')).toBeNull();
  rerender(<Message tone="info" />);
  expect(container.childElementCount).toBe(0);
});

test('a spinner is announced only with a label', () => {
  const { rerender } = render(<Spinner />);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(<Spinner label="불러오는 중" />);
  expect(screen.getByRole('status').textContent).toBe('불러오는 중');
});
