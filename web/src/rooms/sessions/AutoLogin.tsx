import { autologin } from '@cutaway/contract/rooms/sessions/third-party.ts'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { CallFailed, send } from '../../core/api.ts'
import { languages, showIn, useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { signedIn } from '../../core/session.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import classes from './Login.module.css'

/** The segments of the address. */
type Segments = Readonly<Partial<Record<string, string>>>
/** Where a login leads, with the state of that page, and what to do there first: the room of films hands it over. */
export interface AfterAutoLogin {
  (segments: Segments): { to: string; state?: object }
}

/** Logs in with the segments of the address. Returns undefined, or the key of the refusal. */
async function logIn(segments: Segments): Promise<string | undefined> {
  const { username = '', password = '', web_site_id = '' } = segments
  const { lang, flash, autoLoginFor, mute, part_id, isInteractive, showRightSidebar, showMenu } = segments
  try {
    const answer = await send(autologin, {
      body: {
        username,
        password,
        ...(/^\d{1,9}$/.test(web_site_id) ? { web_site_id: Number(web_site_id) } : {}),
        lang,
        flash,
        autoLoginFor,
        mute,
        part_id,
        isInteractive,
        showRightSidebar,
        showMenu,
      },
    })
    if (answer.status !== 1 || !answer.data) return answer.http === 200 ? answer.message : 'incorrect_login_details'
    signedIn(answer.data)
  } catch (error) {
    return error instanceof CallFailed ? error.key : 'incorrect_login_details'
  }
  const asked = (lang ?? '').replaceAll('_', '-').toLowerCase()
  const language = languages.find((one) => [one.language_code.toLowerCase(), String(one.language_id)].includes(asked))
  if (language) await showIn(language.language_id)
  return undefined
}

/** A ticket works once, and a page may be drawn twice: the first drawing logs in. */
let trying: Promise<string | undefined> | undefined

/** Logs in by the eleven segments of the address, which are gone from it and from the history at once. */
export function AutoLogin({ after }: { after: AfterAutoLogin }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [segments] = useState(useParams())
  const [refusal, setRefusal] = useState<string>()
  usePage(t('log_in'))
  useEffect(() => {
    history.replaceState(history.state, '', '/autologin')
    trying ??= logIn(segments)
    void trying.then((key) => {
      if (key !== undefined) return setRefusal(key)
      const { to, state } = after(segments)
      void navigate(to, { replace: true, state })
    })
  }, [segments, navigate, after])
  if (refusal === undefined) return <output className={classes.page} aria-label={t('loading')} />
  return (
    <EmptyState
      heading="h1"
      icon={IconLock}
      title={t(refusal)}
      text={t('auto_login_failed_text')}
      action={
        <Button component={Link} to={paths.login} replace variant="filled">
          {t('log_in')}
        </Button>
      }
    />
  )
}
