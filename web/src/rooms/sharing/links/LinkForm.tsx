import { generateLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { IconLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FieldFrame, TextInput } from '../../../ui/form/Field.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { earlierLinks, EarlierLinks } from './EarlierLinks.tsx'
import { CustomerLanguage, RepairOrder, WithRelated } from '../dialog/Fields.tsx'
import { HintedLabel } from '../dialog/HintedLabel.tsx'
import { faultsOf, type LinkField } from './link.ts'
import classes from './LinkForm.module.css'
import { type Made, MadeLink } from './MadeLink.tsx'
import { OneFilm } from '../dialog/OneFilm.tsx'
import { PagePreview } from '../dialog/PagePreview.tsx'
import { type FormProps, Panes } from '../dialog/Panes.tsx'
import share from '../dialog/Share.module.css'
import { useCopy } from './useCopy.ts'
import { SocialShare } from './SocialShare.tsx'

const labels = { film: 'share_film', actionText: 'share_action_text', actionUrl: 'share_action_url' } as const

/** Makes a link to one film for a web page or a chat, with an optional custom button on its landing page. */
export function LinkForm({ about, onClose }: FormProps) {
  const t = useTexts()
  const { draft, change } = about
  const [made, setMade] = useState<Made | null>(null)
  const [tried, setTried] = useState(false)
  const { copy, stuck, unstick } = useCopy()
  const faults = faultsOf({ ...draft, hasFilm: draft.film !== null })
  const making = useMakeLink(about, setMade, copy)
  const wrong = (tried ? Object.keys(faults) : []) as LinkField[]
  const faultAt = (field: LinkField) => (tried && faults[field] ? t(faults[field]) : undefined)
  const errorAt = (field: LinkField) => {
    const fault = faultAt(field)
    return fault ? <FieldError>{fault}</FieldError> : undefined
  }
  const press = () => {
    setTried(true)
    const [first] = Object.keys(faults)
    if (first === undefined) making.mutate()
    else document.getElementById(`share-${first}`)?.focus()
  }

  return (
    <Panes
      views={[
        {
          value: 'page',
          label: t('share_film_page'),
          content: (
            <PagePreview
              draft={draft}
              film={draft.film}
              subject={draft.linkSubject}
              message=""
              shop={undefined}
              action={{ text: draft.actionText, colour: draft.actionColour }}
            />
          ),
        },
      ]}
      footer={
        <>
          <FooterNote>
            <span className={share.reason}>{t('share_link_page_works')}</span>
          </FooterNote>
          <Button className={share.cancel} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconLink size={17} stroke={1.75} aria-hidden />}
            loading={making.isPending}
            onClick={press}
          >
            {t('share_create_link')}
          </Button>
        </>
      }
    >
      <FormErrorSummary errors={wrong.map((field) => ({ id: `share-${field}`, label: t(labels[field]) }))} />
      {made ? <MadeLink made={made} /> : null}
      <div id="share-film" tabIndex={-1}>
        <OneFilm
          film={draft.film}
          languageId={draft.languageId}
          hint={t('share_one_per_link')}
          error={faultAt('film')}
          onChange={(film) => change({ film })}
        />
      </div>
      <div className={share.pair}>
        <TextInput
          label={<HintedLabel label={t('share_subject')} hint={t('optional')} />}
          value={draft.linkSubject}
          maxLength={200}
          dir="auto"
          onChange={(event) => change({ linkSubject: event.currentTarget.value })}
        />
        <RepairOrder about={about} />
      </div>
      <fieldset className={classes.action}>
        <legend>
          <HintedLabel label={t('share_action')} hint={t('optional')} />
        </legend>
        <div className={classes.actionRow}>
          <TextInput
            id="share-actionText"
            label={t('share_action_text')}
            placeholder={t('share_action_placeholder')}
            value={draft.actionText}
            maxLength={200}
            dir="auto"
            error={errorAt('actionText')}
            onChange={(event) => change({ actionText: event.currentTarget.value })}
          />
          <FieldFrame id="share-colour" label={t('share_action_colour')}>
            <input
              id="share-colour"
              className={classes.colour}
              type="color"
              value={draft.actionColour}
              onChange={(event) => change({ actionColour: event.currentTarget.value })}
            />
          </FieldFrame>
        </div>
        <TextInput
          id="share-actionUrl"
          label={t('share_action_url')}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={draft.actionUrl}
          maxLength={2000}
          dir="ltr"
          error={errorAt('actionUrl')}
          onChange={(event) => change({ actionUrl: event.currentTarget.value })}
        />
      </fieldset>
      <CustomerLanguage about={about} />
      <WithRelated about={about} />
      <EarlierLinks />
      {stuck === null ? null : <SocialShare link={stuck} onClose={unstick} />}
    </Panes>
  )
}

function useMakeLink(
  { draft }: FormProps['about'],
  onMade: (made: Made) => void,
  copy: (link: string) => Promise<void>,
) {
  const client = useQueryClient()
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  return useMutation({
    mutationFn: () =>
      call(generateLink, {
        body: {
          generatelink: {
            relatedAnimations: draft.related,
            roNumber: draft.roNumber,
            pageAddress: location.pathname,
            userId: user.user_id,
            subject: draft.linkSubject,
          },
          part_id: draft.film?.part_id ?? [],
          tag_name: draft.film?.part_name ?? '',
          brand_id,
          lang_id: draft.languageId,
          driverside: web_site.driverside,
          call_to_action_text: draft.actionText.trim(),
          ...(draft.actionText.trim() ? { color: draft.actionColour } : {}),
          call_to_action_url: draft.actionUrl.trim(),
        },
      }),
    networkMode: 'always',
    onSuccess: ({ link_id, tiny_url, already_generated, expires_at }) => {
      onMade({ link_id, link: tiny_url, title: draft.linkSubject || (draft.film?.part_name ?? ''), expires_at })
      if (already_generated === 1)
        toast('link_already_generated', {
          kind: 'warning',
          values: { link: tiny_url },
          action: { label: 'copy_link', run: () => void copy(tiny_url) },
        })
      else toast('link_generated')
      return client.invalidateQueries({ queryKey: [earlierLinks] })
    },
    onError: (error) => toast(error),
  })
}
