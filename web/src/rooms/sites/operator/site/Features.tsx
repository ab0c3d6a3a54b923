import {
  type FeatureName,
  featureGroups,
  featureOptions,
  neededBy,
  withFeature,
} from '@cutaway/contract/administration/web-site-options.ts'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { Switch } from '../../../../ui/form/Choice.tsx'
import { TextInput } from '../../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../../ui/form/SegmentedControl.tsx'
import { Tag } from '../../../../ui/layout/Tag.tsx'
import classes from './WebSite.module.css'

type View = 'all' | 'on' | 'changed'

/** The features of the declared catalogue, each with its line of meaning, as switches. */
export function Features({
  id,
  value,
  saved,
  onChange,
}: {
  id: string
  value: readonly FeatureName[]
  saved: readonly FeatureName[]
  onChange: (features: FeatureName[]) => void
}) {
  const t = useTexts()
  const { number } = useFormat()
  const [words, setWords] = useState('')
  const [view, setView] = useState<View>('all')
  const isChanged = (name: FeatureName) => value.includes(name) !== saved.includes(name)
  const shown = featureOptions.filter(({ name }) => {
    const text = `${name} ${t(`feature_${name}`)} ${t(`feature_${name}_text`)}`.toLowerCase()
    return (
      text.includes(words.trim().toLowerCase()) &&
      (view === 'all' || (view === 'on' ? value.includes(name) : isChanged(name)))
    )
  })
  return (
    <section className={classes.features} aria-labelledby={`${id}-title`}>
      <div className={classes.title}>
        <h2 id={`${id}-title`}>{t('site_features')}</h2>
        <span className={classes.hint}>
          {t('site_features_on', { on: number(value.length), all: number(featureOptions.length) })}
        </span>
      </div>
      <div className={classes.card}>
        <div className={classes.bar}>
          <TextInput
            id={id}
            type="search"
            aria-label={t('site_features_search')}
            placeholder={t('site_features_search')}
            leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <SegmentedControl<View>
            label={t('site_features_show')}
            value={view}
            onChange={setView}
            segments={[
              { value: 'all', label: t('filter_all') },
              { value: 'on', label: t('site_features_view_on') },
              { value: 'changed', label: t('site_changed') },
            ]}
          />
        </div>
        {shown.length === 0 ? <p className={classes.none}>{t('list_none_match')}</p> : null}
        {featureGroups.map((group) => {
          const options = shown.filter((option) => option.group === group)
          return options.length === 0 ? null : (
            <div key={group}>
              <h3>{t(`feature_group_${group}`)}</h3>
              {options.map(({ name }) => {
                const needed = neededBy(name)
                return (
                  <div key={name} className={classes.feature}>
                    <Switch
                      label={t(`feature_${name}`)}
                      description={
                        <>
                          {t(`feature_${name}_text`)}
                          {needed ? ` ${t('site_feature_needs', { name: t(`feature_${needed}`) })}` : null}
                        </>
                      }
                      checked={value.includes(name)}
                      onChange={({ currentTarget }) => onChange(withFeature(value, name, currentTarget.checked))}
                    />
                    {isChanged(name) ? <Tag kind="brand">{t('site_changed')}</Tag> : null}
                    <code dir="ltr">{name}</code>
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </section>
  )
}
