import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import { useCatalogueText } from '#src/ui/catalogue-text.ts';

test.each([
  ['ko', '{name}을(를) 지웠어요.', '휴대폰을 지웠어요.'],
  ['en', '{name}을(를) is deleted.', '휴대폰을(를) is deleted.'],
])('in %s the particles of %j agree with the inserted value: %j', (locale, template, shown) => {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <IntlProvider locale={locale} messages={{ deleted: template }}>
      {children}
    </IntlProvider>
  );
  const { result } = renderHook(() => useCatalogueText<'deleted'>(), { wrapper });
  expect(result.current('deleted', { name: '휴대폰' })).toBe(shown);
});
