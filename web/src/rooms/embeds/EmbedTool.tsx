import { domainOf } from '@cutaway/contract/rooms/embeds/domains.ts'
import { type Embed, fixedSize, testSiteDays } from '@cutaway/contract/rooms/embeds/fields.ts'
import { type FormEvent, useId, useState } from 'react'
import { CallFailed } from '../../core/api.ts'
import { useChange } from '../../core/change.ts'
import { languages, useFormat, useTexts } from '../../core/i18n/i18n.ts'
import { useSite } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../ui/form/Field.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { DialogFooter, FooterNote } from '../../ui/overlay/Dialog.tsx'
import { CodeBox } from './CodeBox.tsx'
import { DomainField, useDomainCheck } from './DomainField.tsx'
import classes from './Embeds.module.css'
import { type EmbedOwner, fullKey, isFull, listKey, saveEmbed, useEmbedLimit, useEmbedSystems } from './embeds.ts'
import { Preview } from './Preview.tsx'

const startOf = (embed: Embed | undefined, partId: string | undefined, languageId: number) => ({
  type: embed?.embed_type ?? 'single',
  partId: embed?.embed_type === 'single' ? embed.part_id : (partId ?? ''),
  systems: embed?.sub_system_ids ?? [],
  languageId: embed?.language_id ?? languageId,
  follows: embed?.follows_visitor ?? true,
  isFixed: embed ? embed.width !== '100%' : false,
  width: embed && embed.width !== '100%' ? embed.width : fixedSize.width,
  height: embed && embed.width !== '100%' ? embed.height : fixedSize.height,
  domain: embed?.domain_name ?? '',
  test: embed?.domain_temp ?? '',
  name: embed?.own_name ?? '',
})

const isPixels = (size: string) => /^[1-9]\d{2,3}$/.test(size) && Number(size) <= 4000

/** The form of an embed with its live preview and its code, for a dialog. */
export function EmbedTool({
  owner,
  embed,
  partId,
  onClose,
}: {
  owner: EmbedOwner
  embed?: Embed
  /** The film that a new embed shows. */
  partId?: string
  onClose: () => void
}) {
  const t = useTexts()
  const id = useId()
  const site = useSite()
  const { date } = useFormat()
  const change = useChange(listKey)
  const systems = useEmbedSystems()
  const limit = useEmbedLimit(owner)
  const [saved, setSaved] = useState<Embed | undefined>()
  const known = saved ?? embed
  const [before, setBefore] = useState(() => startOf(embed, partId, site.default_lang_id))
  const [form, setForm] = useState(before)
  const [isSent, setSent] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const set = (changed: Partial<typeof form>) => {
    setForm({ ...form, ...changed })
    if (saved) setSaved(undefined)
  }
  const films = systems.data?.flatMap(({ sub_systems }) => sub_systems.flatMap((sub) => sub.films)) ?? []
  const film = form.partId || (films[0]?.part_id ?? '')
  const shownPart = form.type === 'single' ? film : form.type === 'systems' ? String(form.systems[0] ?? '') : ''
  const checkedFor = { partId: shownPart, embedId: known?.id }
  const domainCheck = useDomainCheck(form.domain, false, checkedFor)
  const testCheck = useDomainCheck(form.test, true, checkedFor)

  // One film keeps its proportions; a list has a height, and scrolls.
  const usual = form.type === 'single' ? '100%' : fixedSize.height
  const fitHeight = known?.embed_type === form.type && known.width === '100%' ? known.height : usual
  const isUnsaved = JSON.stringify(form) !== JSON.stringify(before)
  const full = known === undefined && limit.data !== undefined && isFull(limit.data)
  const wrongSize = form.isFixed && !(isPixels(form.width) && isPixels(form.height))
  const missing =
    form.domain.trim() === '' && form.test.trim() === ''
      ? 'embed_domain_missing'
      : form.type === 'systems' && form.systems.length === 0
        ? 'embed_systems_missing'
        : wrongSize
          ? 'embed_size_wrong'
          : undefined
  const isWaiting = domainCheck.isAsking || testCheck.isAsking
  const isOff = isWaiting || domainCheck.refused !== undefined || testCheck.refused !== undefined || full

  async function save(event: FormEvent) {
    event.preventDefault()
    setSent(true)
    if (missing !== undefined || isOff) return
    setSaving(true)
    try {
      const answer = await saveEmbed(owner, known?.id, {
        web_site_id: site.web_site_id,
        embed_type: form.type,
        part_id: shownPart,
        sub_system_ids: form.type === 'systems' ? form.systems : [],
        domain_name: form.domain,
        domain_temp: form.test,
        width: form.isFixed ? form.width : '100%',
        height: form.isFixed ? form.height : fitHeight,
        language_id: form.languageId,
        follows_visitor: form.follows,
        animation_name: form.name,
      })
      await change(Promise.resolve(answer))
      if (answer.status !== 1 || !answer.data) return
      setSaved(answer.data)
      setBefore(form)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      toast(error)
    } finally {
      setSaving(false)
    }
  }

  const query = new URLSearchParams({
    type: form.type,
    part: film,
    systems: form.systems.join(','),
    language: String(form.languageId),
    follows: form.follows ? '1' : '0',
  }).toString()
  const address = domainOf(form.domain) ?? domainOf(form.test) ?? 'northgate.example'
  const isDone = saved !== undefined
  return (
    <>
      <div className={classes.tool}>
        <form id={id} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
          <div className={classes.field}>
            <span className={classes.label}>{t('embed_show')}</span>
            <SegmentedControl
              fill
              label={t('embed_show')}
              value={form.type}
              onChange={(type) => set({ type })}
              segments={(['single', 'systems', 'menu'] as const).map((value) => ({
                value,
                label: t(`embed_type_${value}`),
              }))}
            />
          </div>
          {form.type === 'single' ? (
            <NativeSelect
              label={t('embed_film')}
              value={film}
              data={films.map(({ part_id, part_name }) => ({ value: part_id, label: part_name }))}
              onChange={({ currentTarget }) => set({ partId: currentTarget.value })}
            />
          ) : form.type === 'menu' ? (
            <p className={classes.hint}>{t('embed_menu_text')}</p>
          ) : (
            <fieldset className={classes.systems}>
              <legend className={classes.label}>{t('embed_type_systems')}</legend>
              {isSent && form.systems.length === 0 ? (
                <p className={classes.error} role="alert">
                  {t('embed_systems_missing')}
                </p>
              ) : null}
              <div className={classes.checklist}>
                {systems.data?.map((system) => (
                  <div key={system.system_id} role="group" aria-label={system.system_name}>
                    <p className={classes.system}>{system.system_name}</p>
                    {system.sub_systems.map((sub) => (
                      <Checkbox
                        key={sub.sub_system_id}
                        label={sub.sub_system_name}
                        checked={form.systems.includes(sub.sub_system_id)}
                        onChange={({ currentTarget }) =>
                          set({
                            systems: currentTarget.checked
                              ? [...form.systems, sub.sub_system_id]
                              : form.systems.filter((one) => one !== sub.sub_system_id),
                          })
                        }
                      />
                    ))}
                  </div>
                ))}
              </div>
            </fieldset>
          )}
          <NativeSelect
            label={t('embed_language')}
            value={`${form.follows ? 'follows' : 'always'} ${form.languageId}`}
            data={languages.flatMap(({ language_id, name: language }) => [
              { value: `follows ${language_id}`, label: t('embed_follows', { language }) },
              { value: `always ${language_id}`, label: t('embed_always', { language }) },
            ])}
            onChange={({ currentTarget }) => {
              const [how, number] = currentTarget.value.split(' ')
              set({ follows: how === 'follows', languageId: Number(number) })
            }}
          />
          <div className={classes.field}>
            <span className={classes.label}>{t('embed_size')}</span>
            <SegmentedControl
              fill
              label={t('embed_size')}
              value={form.isFixed ? 'fixed' : 'fits'}
              onChange={(value) => set({ isFixed: value === 'fixed' })}
              segments={[
                { value: 'fits', label: t('embed_size_fits') },
                { value: 'fixed', label: t('embed_size_fixed') },
              ]}
            />
          </div>
          {form.isFixed ? (
            <div className={classes.pair}>
              {(['width', 'height'] as const).map((name) => (
                <TextInput
                  key={name}
                  label={t(`embed_${name}`)}
                  inputMode="numeric"
                  dir="ltr"
                  maxLength={4}
                  value={form[name]}
                  error={isPixels(form[name]) ? undefined : t('embed_size_wrong')}
                  onChange={({ currentTarget }) => set({ [name]: currentTarget.value.trim() })}
                />
              ))}
            </div>
          ) : null}
          <DomainField
            label={t('embed_website')}
            value={form.domain}
            check={domainCheck}
            showsErrors={isSent || form.domain.includes(' ')}
            hint={t('embed_websites_hint')}
            onChange={(domain) => set({ domain })}
          />
          <DomainField
            label={t('embed_test_site')}
            value={form.test}
            check={testCheck}
            showsErrors={isSent}
            hint={
              known?.temporary_until && domainOf(form.test) === known.domain_temp
                ? t('embed_test_until', { date: date(known.temporary_until) })
                : t('embed_test_days', { count: testSiteDays })
            }
            onChange={(test) => set({ test })}
          />
          <TextInput
            label={t('embed_name')}
            dir="auto"
            maxLength={200}
            autoComplete="off"
            value={form.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        </form>
        <div className={classes.side}>
          <Preview
            query={query}
            address={address}
            isTall={form.type !== 'single' || (!form.isFixed && fitHeight !== '100%')}
          />
          <CodeBox code={known && (isDone || !isUnsaved) ? known.code : undefined} primary={isDone} />
        </div>
      </div>
      <DialogFooter>
        <FooterNote>
          {full ? t(fullKey(owner)) : isSent && missing ? t(missing) : limitText(limit.data, known, t)}
        </FooterNote>
        {isDone ? (
          <Button onClick={onClose}>{t('embed_done')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" form={id} variant="filled" loading={isSaving} disabled={isOff}>
              {t('embed_save')}
            </Button>
          </>
        )}
      </DialogFooter>
      <LeaveGuard unsaved={isUnsaved && !isDone} />
    </>
  )
}

/** Says how many embeds can still be added. */
function limitText(
  found: { limit: number | null; count: number } | undefined,
  known: Embed | undefined,
  t: ReturnType<typeof useTexts>,
): string {
  return known || !found || found.limit === null ? '' : t('embeds_left', { count: found.limit - found.count })
}
