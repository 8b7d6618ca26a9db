import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Waiting } from '#src/views/waiting.tsx';

test('only a waiting screen before a result has the layout of a result', () => {
  const resultOf = (isResult: boolean) => {
    const { container } = render(<Waiting title="확인 중" isResult={isResult} />);
    return container.querySelector('[data-result]')?.getAttribute('data-result');
  };
  expect([resultOf(true), resultOf(false)]).toEqual(['waiting', undefined]);
});
