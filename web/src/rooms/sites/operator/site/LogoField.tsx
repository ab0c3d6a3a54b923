import { siteLogoUpload, uploadWebSiteLogo } from '@cutaway/contract/rooms/sites/operator.ts'
import { IconPhotoUp, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallFailed, send } from '../../../../core/api.ts'
import { useTexts } from '../../../../core/i18n/i18n.ts'
import { Button } from '../../../../ui/form/Button.tsx'
import { Logo } from '../../../../ui/illustrations/Logo.tsx'
import { FieldError } from '../../FieldError.tsx'
import { refusalText } from '../../refusal-text.ts'
import classes from './WebSite.module.css'

const { maxBytes, mediaTypes } = siteLogoUpload

/** Returns the URL of a stored logo by its name. */
export const logoUrl = (name: string) => name && `/site-logos/${name}`

/** The picture that replaces the letters of the logo. It is stored when it is chosen, and shown once the form is saved. */
export function LogoField({
  id,
  label,
  value,
  mark,
  colours,
  webSiteId,
  error,
  onChange,
}: {
  id: string
  label: React.ReactNode
  /** The name of a stored picture; empty: the letters. */
  value: string
  mark: string
  /** The colours of the web site, as CSS variables. */
  colours: React.CSSProperties
  webSiteId: number | undefined
  error: React.ReactNode
  onChange: (name: string) => void
}) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxBytes) throw new CallFailed('site_logo_too_large', 413)
      const answer = await send(uploadWebSiteLogo, {
        body: webSiteId === undefined ? {} : { web_site_id: webSiteId },
        file,
      })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return answer.data
    },
    onSuccess: ({ logo }) => onChange(logo),
  })
  const refused = refusalText(upload.error, t)
  const problem = refused === undefined ? error : <FieldError>{refused}</FieldError>
  return (
    <fieldset className={classes.fieldset} aria-describedby={problem ? `${id}-error` : `${id}-text`}>
      <legend>{label}</legend>
      <div className={classes.logo}>
        <span className={classes.mark} style={colours}>
          <Logo mark={mark || '–'} logo={logoUrl(value)} size={44} />
        </span>
        <input
          ref={input}
          id={`${id}-file`}
          className="visually-hidden"
          type="file"
          accept={mediaTypes.join()}
          aria-label={t(value ? 'site_logo_replace' : 'site_logo_upload')}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) upload.mutate(file)
            // Allows the same file to be chosen again after it has changed.
            currentTarget.value = ''
          }}
        />
        <Button
          id={id}
          loading={upload.isPending}
          leftSection={<IconPhotoUp size={16} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t(value ? 'site_logo_replace' : 'site_logo_upload')}
        </Button>
        {value ? (
          <Button
            variant="danger-subtle"
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              upload.reset()
              onChange('')
            }}
          >
            {t('site_logo_remove')}
          </Button>
        ) : null}
      </div>
      <p id={`${id}-text`} className={classes.hint}>
        {t('site_logo_text')}
      </p>
      {problem ? <div id={`${id}-error`}>{problem}</div> : null}
    </fieldset>
  )
}
