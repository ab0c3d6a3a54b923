import { thirdPartyLoginForApi } from '@cutaway/contract/rooms/sessions/third-party.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { call, holdPageToken } from '../../../core/api.ts'
import { showIn, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { signedIn } from '../../../core/session.ts'
import { paths, toViewAnimation } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import classes from './ThirdParty.module.css'
import { optionsOfQuery, setPageOptions } from './page-options.ts'

/** Uses the token of the address up and opens its film. Returns the path of the film. */
async function open(query: URLSearchParams): Promise<string> {
  const login = await call(thirdPartyLoginForApi, {
    body: { ...optionsOfQuery(query), token: query.get('token') ?? '' },
  })
  holdPageToken(login.token)
  setPageOptions(login.options)
  if (login.session) signedIn(login.session)
  await showIn(login.web_site.language_id)
  return toViewAnimation(login.options.part_id)
}

/** A token works once, and a page may be drawn twice: the first drawing opens it. */
let opening: Promise<string> | undefined

/** Opens a film in the frame of another site's page, with the token of the address. */
export default function ThirdPartyLoginPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [query] = useState(() => new URLSearchParams(location.search))
  const [failed, setFailed] = useState(false)
  const hasToken = Boolean(query.get('token'))
  usePage(t('third_party_title'))
  useEffect(() => {
    if (!hasToken) return
    // No token stays in the address or in the history.
    history.replaceState(history.state, '', paths.thirdPartyLogin)
    opening ??= open(query)
    opening.then(
      (path) => void navigate(path, { replace: true }),
      () => setFailed(true),
    )
  }, [hasToken, query, navigate])

  if (!hasToken && !opening) return <Navigate replace to={paths.publicHome} />
  if (failed)
    return (
      <EmptyState heading="h1" icon={IconLinkOff} title={t('third_party_failed')} text={t('third_party_failed_text')} />
    )
  return (
    <output className={classes.opening} aria-label={t('loading')}>
      <span />
    </output>
  )
}
