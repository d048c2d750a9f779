from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('standings', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='place',
            name='group',
            field=models.CharField(blank=True, default='', max_length=8),
        ),
    ]
