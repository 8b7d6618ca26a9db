import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { description } from '#tests/ui/description.ts';

test('a checkbox is toggled by its label and described by its hint', async () => {
  const onChange = vi.fn();
  const box = (checked: boolean, disabled = false) => (
    <Checkbox
      label="항상 사용"
      hint="이 기기에서"
      checked={checked}
      onChange={onChange}
      disabled={disabled}
    />
  );
  const { rerender } = render(box(false));
  const user = userEvent.setup();
  await user.click(screen.getByText('항상 사용'));
  expect(onChange).toHaveBeenLastCalledWith(true);
  expect(description(screen.getByRole('checkbox'))).toBe('이 기기에서');
  rerender(box(true));
  await user.click(screen.getByRole('checkbox'));
  expect(onChange).toHaveBeenLastCalledWith(false);
  rerender(box(true, true));
  await user.click(screen.getByRole('checkbox'));
  expect(onChange).toHaveBeenCalledTimes(2);
});

function Methods() {
  return (
    <RadioGroup
      legend="확인 방법"
      name="method"
      options={[
        { value: 'sms', label: '문자', hint: '010-****-5678' },
        { value: 'mail', label: '메일' },
        { value: 'push', label: '푸시', disabled: true },
      ]}
    />
  );
}

test('a radio group is named by its legend, starts without a choice and skips disabled options', async () => {
  render(<Methods />);
  const user = userEvent.setup();
  const isChecked = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
  expect(screen.getByRole('group', { name: '확인 방법' })).toBeTruthy();
  expect([/문자/, /메일/, /푸시/].map(isChecked)).toEqual([false, false, false]);
  expect(description(screen.getByRole('radio', { name: /문자/ }))).toBe('010-****-5678');

  await user.click(screen.getByText('문자'));
  expect([/문자/, /메일/, /푸시/].map(isChecked)).toEqual([true, false, false]);
  await user.click(screen.getByText('푸시'));
  expect([/문자/, /메일/, /푸시/].map(isChecked)).toEqual([true, false, false]);
});
