import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FileField } from '#src/ui/file-field.tsx';
import { description } from '#tests/ui/description.ts';

test('an error marks the field and describes it', () => {
  const { rerender } = render(<FileField label="파일" name="file" />);
  const field = screen.getByLabelText('파일');
  expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([null, null]);
  rerender(<FileField label="파일" name="file" error="파일을 선택해 주세요." />);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(description(field)).toBe('파일을 선택해 주세요.');
});
