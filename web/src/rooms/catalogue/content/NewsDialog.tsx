import { NewsFields } from '@cutaway/contract/full/rooms/catalogue/site-content.ts'
import { saveSiteNews, type SiteNews } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { HtmlField } from '../../sites/content/HtmlField.tsx'
import { FormDialog, FormPair } from '../../sites/form/FormDialog.tsx'
import { useSchemaForm } from '../../sites/form/useSchemaForm.tsx'

/** Writes a news item in one language, with a preview. Times are on the clocks of the web site. */
export default function NewsDialog({
  webSiteId,
  languages,
  now,
  item,
  onClose,
}: {
  webSiteId: number
  languages: readonly Language[]
  /** The time on the clocks of the web site: a new item is shown from now on. */
  now: string
  item?: SiteNews
  onClose: () => void
}) {
  const t = useTexts()
  const change = useChange('site-news')
  const form = useSchemaForm({
    schema: NewsFields,
    initial: {
      language_id: item?.language_id ?? languages[0]!.language_id,
      title: item?.title ?? '',
      html: item?.html ?? '',
      link_url: item?.link_url ?? '',
      part_id: item?.part_id ?? '',
      published_from: item?.published_from ?? now,
      published_until: item?.published_until ?? '',
      for_customers: item?.for_customers ?? false,
    },
    labels: {
      language_id: t('content_language'),
      title: t('site_news_field_title'),
      html: t('site_news_field_text'),
      link_url: t('site_news_field_link'),
      part_id: t('site_news_field_film'),
      published_from: t('site_news_field_from'),
      published_until: t('site_news_field_until'),
      for_customers: t('site_news_field_for'),
    },
    refusals: { site_news_until_before_from: 'published_until', 'Part no found': 'part_id' },
    save: (news) =>
      send(saveSiteNews, {
        body: {
          web_site_id: webSiteId,
          ...(item ? { item: item.news_id, revision: item.revision } : {}),
          news,
        },
      }),
    onSaved: (answer) => {
      onClose()
      const message = answer.data?.was_cleaned ? 'site_news_saved_cleaned' : answer.message
      void change(Promise.resolve({ ...answer, message }), { detail: answer.data?.news.title ?? '' })
    },
  })
  const { values } = form.form
  const language =
    languages.find(({ language_id }) => String(language_id) === String(values.language_id)) ?? languages[0]!
  const html = form.field('html')
  return (
    <FormDialog
      title={t(item ? 'site_news_edit' : 'site_news_add')}
      size="lg"
      form={form}
      verb={t(item ? 'save_changes' : 'site_news_add')}
      onClose={onClose}
    >
      <FormPair>
        <TextInput
          data-autofocus
          required
          maxLength={200}
          lang={language.language_code}
          dir={language.direction}
          {...form.field('title')}
        />
        <NativeSelect
          data={languages.map(({ language_id, name }) => ({ value: String(language_id), label: name }))}
          {...form.field('language_id')}
        />
      </FormPair>
      <HtmlField
        id={html.id}
        label={html.label}
        error={html.error}
        value={values.html}
        lang={language.language_code}
        dir={language.direction}
        rows={10}
        title={values.title}
        onChange={(next) => form.form.setFieldValue('html', next)}
      />
      <FormPair>
        <TextInput
          type="datetime-local"
          required
          description={t('site_news_times_hint')}
          {...form.field('published_from')}
        />
        <TextInput type="datetime-local" description={t('site_news_until_hint')} {...form.field('published_until')} />
      </FormPair>
      <FormPair>
        <TextInput
          type="url"
          dir="ltr"
          maxLength={500}
          description={t('site_news_link_hint')}
          {...form.field('link_url')}
        />
        <TextInput dir="ltr" maxLength={40} description={t('site_news_film_hint')} {...form.field('part_id')} />
      </FormPair>
      <Checkbox
        label={t('site_news_for_all')}
        description={t('site_news_for_hint')}
        checked={values.for_customers}
        onChange={({ currentTarget }) => form.form.setFieldValue('for_customers', currentTarget.checked)}
      />
    </FormDialog>
  )
}
