import { useState } from 'react';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Form } from '#src/ui/form.tsx';
import type { GalleryPageProps, GalleryPages } from '#src/ui/gallery/gallery-page.ts';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { Message } from '#src/ui/message.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

const CODE_LIFETIME_MS = 300_000;

function SignIn({ pick }: GalleryPageProps) {
  const [error, setError] = useState<string>();
  return (
    <Card
      title={pick('로그인', 'Sign in')}
      lead={pick('한빛 그룹웨어로 계속합니다.', 'To continue to Hanbit Groupware.')}
      footer={
        <TextLink href="#help">{pick('로그인에 문제가 있으신가요?', 'Having trouble signing in?')}</TextLink>
      }
    >
      <Form
        event={{
          send: ({ username }) =>
            setError(username ? undefined : pick('아이디를 입력하세요.', 'Enter your ID.')),
        }}
      >
        <RadioGroup
          legend={pick('로그인 방법', 'How to sign in')}
          name="method"
          defaultValue="otp"
          options={[
            { value: 'otp', label: pick('아이디와 인증번호', 'ID and code') },
            { value: 'passkey', label: pick('패스키', 'Passkey') },
          ]}
        />
        <TextField
          label={pick('아이디', 'User ID')}
          name="username"
          error={error}
          autoComplete="username webauthn"
          autoFocus
        />
        <Button type="submit">{pick('다음', 'Next')}</Button>
      </Form>
    </Card>
  );
}

function Password({ pick }: GalleryPageProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isAlways, setIsAlways] = useState(false);
  return (
    <Card
      title={pick('비밀번호를 입력하세요', 'Enter your password')}
      footer={<TextLink href="#forgot">{pick('비밀번호를 잊으셨나요?', 'Forgot your password?')}</TextLink>}
    >
      <Form event={{ send: () => setIsBusy(true) }}>
        <AccountLine
          label={pick('아이디', 'User ID')}
          value="kim.minseo@hanbit.example"
          action={<TextLink onClick={() => setIsBusy(false)}>{pick('다른 계정', 'Not you?')}</TextLink>}
        />
        <HiddenUserName value="kim.minseo@hanbit.example" />
        <PasswordField
          label={pick('비밀번호', 'Password')}
          name="password"
          labels={{
            show: pick('비밀번호 표시', 'Show password'),
            hide: pick('비밀번호 숨기기', 'Hide password'),
          }}
          capsLock={pick('Caps Lock이 켜져 있어요.', 'Caps Lock is on.')}
          autoComplete="current-password"
          autoFocus
        />
        <Checkbox
          label={pick('이 방법을 항상 사용', 'Always use this method')}
          checked={isAlways}
          onChange={setIsAlways}
        />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyLabel={pick('확인하고 있어요', 'Checking')}>
            {pick('로그인', 'Sign in')}
          </Button>
          <Button kind="secondary">{pick('이전', 'Back')}</Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}

function Code({ pick }: GalleryPageProps) {
  const [deadline] = useState(() => Date.now() + CODE_LIFETIME_MS);
  return (
    <Card
      title={pick('문자로 받은 코드', 'Code from your text message')}
      lead={pick(
        '010-****-5678로 보냈어요. 보통 1분 안에 도착해요.',
        'We sent it to 010-****-5678. It can take about a minute to arrive.',
      )}
      footer={<TextLink href="#other">{pick('다른 인증 방법 사용', 'Use another method')}</TextLink>}
    >
      <Form event={{ send: () => undefined }}>
        <CodeField label={pick('인증번호', 'Code')} name="otp" autoFocus />
        <p>
          <Countdown
            deadline={deadline}
            format="clock"
            announcementOf={(seconds) => pick(`${seconds}초 남았어요.`, `${seconds} seconds left.`)}
          >
            {(shown) => pick(`남은 시간 ${shown}`, `Time left ${shown}`)}
          </Countdown>
        </p>
        <ButtonRow>
          <Button type="submit">{pick('로그인', 'Sign in')}</Button>
          <Button kind="secondary">{pick('재전송', 'Send again')}</Button>
        </ButtonRow>
      </Form>
    </Card>
  );
}

function Failure({ pick }: GalleryPageProps) {
  return (
    <Card
      title={pick('사용자를 찾을 수 없어요', 'Can Not Find The User.')}
      lead={pick(
        '서비스로 돌아가 다시 시작하거나 관리자에게 문의하세요.',
        'Go back to the service and start again, or ask your administrator.',
      )}
    >
      <Message tone="error">
        {pick('요청을 처리하는 중에 문제가 생겼어요.', 'Something went wrong with the request.')}
      </Message>
      <Button href="#home">{pick('시작 화면으로', 'Go to the start page')}</Button>
    </Card>
  );
}

function Modal({ pick }: GalleryPageProps) {
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <Card title={pick('대화 상자', 'Dialog')}>
      <Button onClick={() => setIsOpen(true)}>{pick('열기', 'Open')}</Button>
      <Dialog
        open={isOpen}
        title={pick('로그인하지 못했어요', 'Sign-in failed')}
        onClose={close}
        actions={
          <ButtonRow>
            <Button onClick={close}>{pick('확인', 'OK')}</Button>
            <Button kind="secondary" onClick={close}>
              {pick('다른 방법', 'Other method')}
            </Button>
          </ButtonRow>
        }
      >
        {pick(
          '비밀번호가 일치하지 않아요. 5번 중 2번 틀렸고, 5번 틀리면 계정이 잠겨요.',
          'The password does not match. 2 of 5 attempts used; the account is locked after 5.',
        )}
      </Dialog>
    </Card>
  );
}

/** Pages that show complete screens. */
export const SCREEN_PAGES: GalleryPages = {
  'sign-in': SignIn,
  password: Password,
  code: Code,
  failure: Failure,
  offline: SignIn,
  dialog: Modal,
};
