import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { expectTextsAndTitle } from '#tests/support/views.tsx';

const problemOf = (page: ReactNode): string | null => {
  render(page);
  try {
    expectTextsAndTitle();
    return null;
  } catch (error) {
    return String(error);
  }
};

describe('expectTextsAndTitle', () => {
  test('accepts a page with one heading and without a message key', () => {
    expect(problemOf(<h1>로그인</h1>)).toBeNull();
  });

  test('rejects a page without a heading', () => {
    expect(problemOf(<p>로그인</p>)).toContain('heading');
  });

  test('rejects a page with two headings', () => {
    expect(
      problemOf(
        <>
          <h1>로그인</h1>
          <h1>비밀번호 입력</h1>
        </>,
      ),
    ).toContain('length');
  });

  test('rejects a page that shows a message key instead of its message', () => {
    expect(
      problemOf(
        <>
          <h1>로그인</h1>
          <p>title.password</p>
        </>,
      ),
    ).toContain('title.password');
  });
});
