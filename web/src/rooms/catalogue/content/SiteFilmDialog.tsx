import { SiteFilmFields } from '@cutaway/contract/full/rooms/catalogue/site-films.ts'
import { saveSiteFilm, type SiteFilm } from '@cutaway/contract/rooms/catalogue/site-films.ts'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { Textarea, TextInput } from '../../../ui/form/Field.tsx'
import { FormDialog } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'

/** Adds a film to a web site, or changes one. */
export default function SiteFilmDialog({
  webSiteId,
  film,
  onClose,
}: {
  webSiteId: number
  film?: SiteFilm
  onClose: () => void
}) {
  const t = useTexts()
  const change = useChange('site-films')
  const form = useSchemaForm({
    schema: SiteFilmFields,
    initial: { video_name: film?.video_name ?? '', video_url: film?.video_url ?? '', on_home: film?.on_home ?? true },
    labels: {
      video_name: t('site_film_field_name'),
      video_url: t('site_film_field_source'),
      on_home: t('site_film_field_home'),
    },
    save: (fields) =>
      send(saveSiteFilm, {
        body: {
          web_site_id: webSiteId,
          ...(film ? { item: film.custom_video_id, revision: film.revision } : {}),
          film: fields,
        },
      }),
    onSaved: (answer) => {
      onClose()
      void change(Promise.resolve(answer), { detail: answer.data?.video_name ?? '' })
    },
  })
  return (
    <FormDialog
      title={t(film ? 'site_film_edit' : 'site_film_add')}
      form={form}
      verb={t(film ? 'save_changes' : 'site_film_add')}
      onClose={onClose}
    >
      <TextInput data-autofocus required maxLength={200} dir="auto" autoComplete="off" {...form.field('video_name')} />
      <Textarea
        required
        rows={3}
        maxLength={2000}
        dir="ltr"
        spellCheck={false}
        description={t('site_film_source_hint')}
        {...form.field('video_url')}
      />
      <Checkbox
        label={t('site_film_field_home')}
        description={t('site_film_home_hint')}
        checked={form.form.values.on_home}
        onChange={({ currentTarget }) => form.form.setFieldValue('on_home', currentTarget.checked)}
      />
    </FormDialog>
  )
}
