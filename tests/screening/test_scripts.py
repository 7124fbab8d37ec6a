"""What part of a text is in another script than Latin."""

import pytest

from wildwood.screening.judge import is_of_another_script, latin_part, share_of_another_script


@pytest.mark.parametrize(
    "title",
    [
        "The concept of صبر in Islam",
        "Studies in 日本語",
        "On the meaning of λόγος in Heraclitus",
        "The word דבר in the Hebrew Bible",
        "The use of だ and です in spoken Japanese",
        "What does 道 mean? Readings of the Laozi",
        "A history of the 史記 and its readers",
        "The particle 는 in Korean discourse",
        "The role of धर्म in the Mahabharata",
        "The Russian verb делать and its derivatives",
        "Translating соборность: a problem of Russian theology",
        "The Georgian epic ვეფხისტყაოსანი in English translation",
        "The Armenian word իմաստ and the theory of meaning",
        "The word ไทย and the politics of naming in Siam",
        "The Amharic verb ሆነ and its uses",
        "μ-opioid receptors and the control of pain",
        "β-Carboline alkaloids of the passion flower",
        "道 and 德 in early Chinese thought",
        "Γ-convergence for beginners",
        "The poetry of Li Bai (李白)",
        "The origins of the Japanese word 武士道 and its history",
        "Dostoevsky's Преступление и наказание and the modern city",
        "Plato's Πολιτεία and the idea of justice",
        "A commentary on سورة البقرة for students of Arabic",
        "The meaning of 天下 in the political thought of the Han",
        "The debate on 이두 in Korean linguistics",
        "Documentation and argument in early China : the Shàngshū 尚書 and the Shū traditions",
        "論語 and the commentaries on it by the scholars of the Han",
        "Schrӧdinger systems",  # with a Cyrillic letter
        "Économie",
        "Łódź",
        "Ørsted's æther",
        "\uff21 \uff34\uff48\uff45\uff4f\uff52\uff59",  # full width
        "",
    ],
)
def test_a_quotation_leaves_a_title_in_latin_script(title: str) -> None:
    assert not is_of_another_script(title)


@pytest.mark.parametrize(
    "title",
    [
        "基于Machine Learning的文本分类研究",
        "中国经济增长研究 A Study of Economic Growth in China",
        "论《红楼梦》的翻译 On the Translation of the Dream of the Red Chamber",
        "应用 Monte Carlo Simulation 的风险分析",
        "日本語教育の研究 : A study of communication in language teaching",
        "한국 경제의 성장 The Growth of the Korean Economy",
        "Big Data를 이용한 Marketing 전략 연구",
        "Использование Machine Learning и Data Mining технологий",
        "Экономика России. The Economy of Russia",
        "Метод Monte Carlo в задачах Computer Graphics",
        "Застосування Big Data та Cloud Computing",
        "Η χρήση των Social Media στην εκπαίδευση",
        "Η ελληνική οικονομία The Greek economy in the crisis",
        "استخدام Machine Learning في التعليم",
        "الاقتصاد السعودي The Saudi Economy after Oil",
        "کاربرد Data Mining در مدیریت",
        "הכלכלה בישראל The Economy of Israel",
        "भारत में Digital Banking का विकास",
        "การใช้ Social Media เพื่อการศึกษา",
        "เศรษฐกิจไทย The Thai Economy after the Crisis",
        "IT企業のGlobal Strategyについて",
        "ქართული ეკონომიკა The Georgian Economy",
        "Հայաստանի տնտեսությունը The Economy of Armenia",
        "DNA 추출 방법에 관한 Review",
        "新冠肺炎疫情下的经济 (The Economy during the Covid-19 Pandemic)",
        "บทบาทของ Digital Marketing ในธุรกิจ SME",
        "Развитие e-learning в Higher Education",
        "Η επίδραση του Brand Image στο Consumer Behaviour",
        "Деловой английский: Business English in Practice",
        "人工智能时代的高等教育 (The education of students in the age of artificial intelligence)",
        "Η ζωή",
        "Τὰ τοῦ ὁσίου πατρὸς Ἐφραὶμ",
        "GDP と経済成長率",
        "\u9053",
    ],
)
def test_a_title_with_english_words_or_a_translation_is_in_its_own_script(title: str) -> None:
    assert is_of_another_script(title)


@pytest.mark.parametrize(
    ("text", "share"),
    [("", 0.0), ("1984", 0.0), ("été", 0.0), ("мир war", 0.5), ("道 tao", 0.5), ("мир", 1.0)],
)
def test_an_ideograph_counts_as_three_letters(text: str, share: float) -> None:
    assert share_of_another_script(text) == share


def test_the_latin_part_is_what_remains_without_the_other_script() -> None:
    assert latin_part("The idea of 道, été").split() == ["The", "idea", "of", ",", "été"]
